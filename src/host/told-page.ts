import type { StoredFile } from './files.ts'

/** The page with the answers in it that its first calls would get, by their paths; for whoever asks alone. */
export function toldPage({ bytes, type }: StoredFile, told: Record<string, object>, method: string): Response {
  const metas = Object.entries(told).map(
    ([path, said]) => `<meta name="${path}" content="${escaped(JSON.stringify(said))}" />`,
  )
  const text = new TextDecoder().decode(bytes).replace('<head>', (head) => head + metas.join(''))
  const headers = {
    'content-type': type,
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(text)),
  }
  return new Response(method === 'HEAD' ? null : text, { headers })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
