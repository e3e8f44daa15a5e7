import { createContext, useContext } from 'react'

/**
 * What must not be seen now. `secrets`: values and passwords. `all`: questions and forms as well; forms keep their
 * fields. Whatever shows one of these asks for it, so that no reason for hiding needs a list of what to hide.
 */
export type Curtain = 'open' | 'secrets' | 'all'

const CurtainContext = createContext<Curtain>('open')

export const CurtainProvider = CurtainContext.Provider

export const useCurtain = () => useContext(CurtainContext)
