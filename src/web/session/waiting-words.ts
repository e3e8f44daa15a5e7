/** What is said while nothing can be shown yet, or any more; apart from the others, since it is needed before them. */
export const waitingWords = {
  opening: 'Opening…',
  signingOut: 'Signing out…',
  formDropped: 'The form that was open belonged to another account. It was discarded.',
} as const
