/** On every page before sign-in; inside, it is in the account. */
import { NativeSelect } from '@mantine/core'
import { reloadWhole } from '../router/addresses.ts'
import { type Language, languages, rememberLanguage } from '../texts/language.ts'
import { language, texts } from '../texts/texts.ts'

const options = Object.entries(languages).map(([value, label]) => ({ value, label }))

interface LanguageSelectProps {
  readonly isBusy?: boolean
  readonly size?: 'xs' | 'sm'
  choose(language: Language): void
}

/** A page shows one language throughout, so a choice reloads it. */
export const LanguageSelect = ({ isBusy, size = 'xs', choose }: LanguageSelectProps) => (
  <NativeSelect
    aria-label={texts.shared.language}
    size={size}
    data={options}
    value={language}
    disabled={isBusy}
    onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
  />
)

export const LanguageSwitch = () => (
  <LanguageSelect
    choose={(chosen) => {
      rememberLanguage(chosen)
      reloadWhole()
    }}
  />
)
