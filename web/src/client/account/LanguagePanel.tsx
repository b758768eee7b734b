import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { LanguageSelect } from '../../shared/layout/LanguageSwitch.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { chooseLanguage } from '../language.ts'

const words = texts.account.language

export function LanguagePanel() {
  const choosing = useMutation({ mutationFn: chooseLanguage })
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.explain}
      </Text>
      <LanguageSelect size="sm" isBusy={choosing.isPending} choose={choosing.mutate} />
      <Failure error={choosing.error} />
    </Panel>
  )
}
