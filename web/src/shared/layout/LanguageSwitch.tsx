/** On every page in front of the login; inside, the account has it. */
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

/** A page shows one language from its first word to its last, so a choice loads it again. */
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
