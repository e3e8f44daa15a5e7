/** The service, as the page shows it before and after signing in. */
export interface ServiceInfo {
  /** Without credentials. */
  address: string
  /** Host name and port, or *Demo service*. */
  host: string
  /** What admins call it, such as *Production*; undefined: nothing. */
  label?: string | undefined
  /** The label, if there is one, and the host: what dialogs and the tab's title call it. */
  name: string
  color?: string | undefined
  example: boolean
}
