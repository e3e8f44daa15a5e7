import { TypedName } from '#web/ui/typed-name.tsx'

/** Before anything that may change the value one is signed in with. */
export function YourToken({ name, onTyped }: { name: string; onTyped: (right: boolean) => void }) {
  return (
    <>
      <p>
        You signed in with the value of this token. The service may refuse you from the next call on, and only another
        administrator can undo it.
      </p>
      <TypedName label="Type the name to go on" name={name} onTyped={onTyped} />
    </>
  )
}
