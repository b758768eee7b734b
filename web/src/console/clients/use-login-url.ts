import { useOperation } from '../../api/queries.ts'
import { usePageSettings } from '../page-settings.ts'

/** Where clients sign in: the dealer's own domain, or the installation's address. */
export function useLoginUrl(): string {
  const own = useOperation('getBrandDomain', undefined).data?.url
  const settings = usePageSettings()
  return own ?? settings?.login_url ?? window.location.origin
}
