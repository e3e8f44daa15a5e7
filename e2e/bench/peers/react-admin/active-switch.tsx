import Switch from '@mui/material/Switch'
import { useRecordContext, useUpdate } from 'react-admin'
import type { Token } from '#peers/token.ts'

/** Shows the change only after the service has answered. */
export function ActiveSwitch() {
  const token = useRecordContext<Token>()
  const [update, { isPending }] = useUpdate<Token>()
  if (token === undefined) return null
  const flip = () => {
    const data: Token = { ...token, active: token.active === 1 ? 0 : 1 }
    void update('tokens', { id: token.id, data, previousData: token })
  }
  return (
    <Switch
      checked={token.active === 1}
      disabled={isPending}
      onChange={flip}
      slotProps={{ input: { role: 'switch', 'aria-label': `${token.name} active` } }}
    />
  )
}
