/** The product's mark and name. */
export function Brand() {
  return (
    <>
      <svg viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <path d="M10 1.5 18.5 10 10 18.5 1.5 10Z" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
        <path d="M10 6.25 13.75 10 10 13.75 6.25 10Z" fill="currentColor" />
      </svg>
      <span>Query Admin</span>
    </>
  )
}
