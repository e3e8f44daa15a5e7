/**
 * The page's own address, ending in `/`. It is in the name of everything that this browser keeps: two consoles under one
 * host name, each with a path of its own, stay apart.
 */
export const pageAddress = () => new URL('./', document.baseURI).href
