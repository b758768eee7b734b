/** What the installation tells its pages about itself. */
import { useQuery } from '@tanstack/react-query'
import { ask } from '../shared/api.ts'

interface PageSettings {
  readonly login_url: string
  readonly google_maps: boolean
  /** False: the installation has no operator yet. */
  readonly has_operator: boolean
}

export const usePageSettings = (): PageSettings | undefined =>
  useQuery({
    queryKey: ['settings.json'],
    queryFn: () => ask<PageSettings>('GET', '/settings.json'),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
