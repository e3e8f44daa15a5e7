import { isLoopback } from '#host/settings.ts'

/**
 * The one cookie: the id of a session. Beyond this machine, and over TLS, it has the prefix that binds it to this host
 * and to https. On plain http at a loopback name it carries the port, since cookies go to every port of a host.
 */
export function sessionCookie(request: Request, isBehindProxy: boolean) {
  const { protocol, hostname, port } = new URL(request.url)
  const isSecure = isBehindProxy || protocol === 'https:' || !isLoopback(hostname)
  const name = isSecure ? '__Host-query-admin' : `query-admin-${port || '80'}`
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    /** The ids that came with the request. Another port of this host name can add cookies of the same name. */
    ids: (): string[] =>
      (request.headers.get('cookie') ?? '')
        .split(/;\s*/)
        .filter((one) => one.startsWith(`${name}=`))
        .map((one) => one.slice(name.length + 1))
        .filter((id) => /^[\w-]{43}$/.test(id)),
    /** For `Set-Cookie`. It has no age of its own: it goes with the browser, and the session ends at the host. */
    given: (id: string) => `${name}=${id}${attributes}`,
    /** For `Set-Cookie`. */
    taken: () => `${name}=${attributes}; Max-Age=0`,
  }
}
