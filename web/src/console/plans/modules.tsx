/** Names and descriptions of modules, and a note on those that this installation cannot show. */
import { words } from '../../shared/texts/console.ts'
import { usePageSettings } from '../page-settings.ts'
import { moduleTitle } from './plan.ts'

export function useModuleTexts() {
  const settings = usePageSettings()
  const isMissing = (name: string) => name === 'google_maps' && settings?.google_maps === false
  return {
    titleOf: (name: string): string => (isMissing(name) ? words.plans.missing(moduleTitle(name)) : moduleTitle(name)),
    hintOf: (name: string): string =>
      isMissing(name) ? words.plans.noGoogleKey : (words.plans.modules[name]?.[1] ?? ''),
  }
}

export function ModuleTitles({ names }: { names: readonly string[] }) {
  const { titleOf } = useModuleTexts()
  return names.map(titleOf).join(' · ')
}
