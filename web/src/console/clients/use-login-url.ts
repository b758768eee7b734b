/** Where clients log in, as the installation says it in its own settings; links to them begin with it. */
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'

interface PageSettings {
  readonly login_url: string
}

export function useLoginUrl(): string {
  const { data } = useQuery({
    queryKey: ['settings.json'],
    queryFn: () => ask<PageSettings>('GET', '/settings.json'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.login_url ?? window.location.origin
}
