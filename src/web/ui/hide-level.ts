import { createContext, useContext } from 'react'

/**
 * What must not be seen now. `secrets`: values and passwords. `everything`: dialogs and forms as well; forms keep their
 * fields. Whatever shows one of these asks for the level, so that no reason for hiding needs a list of what to hide.
 */
export type HideLevel = 'nothing' | 'secrets' | 'everything'

const HideLevelContext = createContext<HideLevel>('nothing')

export const HideLevelProvider = HideLevelContext.Provider

export const useHideLevel = () => useContext(HideLevelContext)
