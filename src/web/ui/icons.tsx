import type { ReactNode } from 'react'

/**
 * Icons for rows. Scrolling mounts very many of them, so each is a plain element with one path; Lucide's are components
 * with up to four shapes. They are drawn at their display size, so the browser scales nothing. The shapes are Lucide's
 * (ISC licence).
 */
const icon = (path: string) => (
  <svg className="icon row" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
)

export const copyIcon = icon(
  'M6.667 5.333h6.667a1.333 1.333 0 0 1 1.333 1.333v6.667a1.333 1.333 0 0 1-1.333 1.333H6.667a1.333 1.333 0 0 1-1.333-1.333V6.667a1.333 1.333 0 0 1 1.333-1.333ZM2.667 10.667c-.733 0-1.333-.6-1.333-1.333V2.667c0-.733 .6-1.333 1.333-1.333h6.667c.733 0 1.333 .6 1.333 1.333',
)
export const eyeIcon = icon(
  'M1.375 8.232a.667 .667 0 0 1 0-.464 7.167 7.167 0 0 1 13.251 0 .667 .667 0 0 1 0 .464 7.167 7.167 0 0 1-13.251 0M6 8a2 2 0 0 1 4 0 2 2 0 0 1-4 0',
)
export const eyeOffIcon = icon(
  'M7.155 3.384a7.163 7.163 0 0 1 7.47 4.383 .667 .667 0 0 1 0 .464 7.165 7.165 0 0 1-.963 1.66M9.389 9.439a2 2 0 0 1-2.828-2.828M11.653 11.666a7.167 7.167 0 0 1-10.278-3.434 .667 .667 0 0 1 0-.464 7.167 7.167 0 0 1 2.964-3.429M1.333 1.333l13.333 13.333',
)
export const moreIcon = icon(
  'M7.333 8a.667 .667 0 0 1 1.333 0 .667 .667 0 0 1-1.333 0M12 8a.667 .667 0 0 1 1.333 0 .667 .667 0 0 1-1.333 0M2.667 8a.667 .667 0 0 1 1.333 0 .667 .667 0 0 1-1.333 0',
)

/**
 * A tooltip that repeats the accessible name of its button. It is on the icon, because screen readers would read one on
 * the button a second time.
 */
export const tip = (text: string, icon: ReactNode) => (
  <span className="tip" title={text}>
    {icon}
  </span>
)
