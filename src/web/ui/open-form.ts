/** Whether the form of a row, or of an import, is open over the page. Behind the sign-in sheet it is still open. */
export const isFormOpen = () => document.querySelector('.sheet-form') !== null
