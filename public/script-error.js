// Says at once that the page’s script didn’t load. A file of its own, because the page may have no inline script; where
// it doesn’t arrive either, the style sheet says so after 30 s.
addEventListener(
  'error',
  ({ target }) => {
    const page = document.querySelector('.not-started')
    if (page !== null && target instanceof HTMLScriptElement && target.type === 'module') page.classList.add('failed')
  },
  true,
)
