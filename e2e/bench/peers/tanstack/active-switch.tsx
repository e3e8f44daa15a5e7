import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveToken, type Token } from '#peers/token.ts'

/** Shows the change at once while it is pending, then the list as it is after another read. */
export function ActiveSwitch({ token }: { token: Token }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: saveToken,
    onSettled: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={`${token.name} active`}
      aria-busy={isPending}
      checked={(isPending ? variables : token).active === 1}
      aria-checked={(isPending ? variables : token).active === 1}
      onChange={() => mutate({ ...token, active: token.active === 1 ? 0 : 1 })}
    />
  )
}
