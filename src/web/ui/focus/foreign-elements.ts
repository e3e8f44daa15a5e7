/** React Aria leaves what has this attribute usable beside a dialog: neither inert, nor outside of it. */
const usable = 'data-react-aria-top-layer'

/** Elements that the page makes itself: those of React, and what `index.html` has. */
const isOurs = (element: Element) =>
  element.matches('#root, head, body, script') || Object.keys(element).some((key) => key.startsWith('__react'))

/**
 * Keeps what browser extensions add beside the page usable while a dialog is open, as the menu of a password manager.
 * Returns a function that stops.
 */
export function leaveForeignElements({
  documentElement,
  body,
}: Pick<Document, 'documentElement' | 'body'>): () => void {
  const mark = (nodes: Iterable<Node>) => {
    for (const node of nodes) if (node instanceof Element && !isOurs(node)) node.setAttribute(usable, 'true')
  }
  mark(documentElement.children)
  mark(body.children)
  const watch = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => mark(addedNodes)))
  // Before React Aria’s own observer, which is told later and then finds the mark.
  watch.observe(body, { childList: true })
  watch.observe(documentElement, { childList: true })
  return () => watch.disconnect()
}
