/**
 * The icons of rows, of which very many come and go: plain elements of one path each, where Lucide's own are
 * components of up to four shapes. The shapes are Lucide's (ISC licence).
 */
const icon = (path: string) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)

export const copyIcon = icon(
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
)
export const eyeIcon = icon(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 0 1 6 0 3 3 0 0 1-6 0',
)
export const eyeOffIcon = icon(
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20',
)
export const moreIcon = icon(
  'M11 12a1 1 0 0 1 2 0 1 1 0 0 1-2 0M18 12a1 1 0 0 1 2 0 1 1 0 0 1-2 0M4 12a1 1 0 0 1 2 0 1 1 0 0 1-2 0',
)
