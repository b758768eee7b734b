import { Text } from '@mantine/core'
import { useDoing } from '../../shared/api.ts'
import { LanguageSelect } from '../../shared/LanguageSwitch.tsx'
import { Failure } from '../../shared/Notice.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { chooseLanguage } from '../language.ts'

const words = texts.account.language

export function LanguagePanel() {
  const choosing = useDoing()
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.explain}
      </Text>
      <LanguageSelect
        size="sm"
        isBusy={choosing.isBusy}
        choose={(chosen) => void choosing.run(() => chooseLanguage(chosen))}
      />
      {choosing.error !== undefined && <Failure error={choosing.error} />}
    </Panel>
  )
}
