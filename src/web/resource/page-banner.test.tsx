import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { BannerBar } from './page-banner.tsx'
import { PageBanner } from './page-banner.tsx'

const bannerTexts = () => [...document.querySelectorAll('.banners .banner p')].map(({ textContent }) => textContent)

test('of several banners the most important one stands in the line, the others behind its button', async () => {
  const { user } = renderSignedIn(
    <>
      <BannerBar />
      <PageBanner topic="repair" icon={null}>
        1 value needs repair.
      </PageBanner>
      <PageBanner topic="offline" icon={null}>
        This browser is offline.
      </PageBanner>
    </>,
  )
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  expect(bannerTexts()).toEqual(['This browser is offline.'])
  await press('2 notices')
  expect(bannerTexts()).toEqual(['This browser is offline.', '1 value needs repair.'])
  expect(screen.getByRole('button', { name: '2 notices' }).getAttribute('aria-expanded')).toBe('true')
  await press('2 notices')
  expect(bannerTexts()).toEqual(['This browser is offline.'])
})
