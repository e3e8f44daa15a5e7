/** The first 60 characters of a page of markup, blanks folded, for the admin to recognise a gateway by. */
export function begins(html: string): string {
  return html.trim().replace(/\s+/g, ' ').slice(0, 60)
}
