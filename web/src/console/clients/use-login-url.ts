/** Where clients log in, as the installation says it in its own settings; links to them begin with it. */
import { usePageSettings } from '../page-settings.ts'

export const useLoginUrl = (): string => usePageSettings()?.login_url ?? window.location.origin
