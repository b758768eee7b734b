import { Button, Text } from '@mantine/core'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'

const words = texts.account.data

export const DataPanel = () => (
  <Panel title={words.title}>
    <Text size="sm" c="dimmed" mb="sm">
      {words.explain}
    </Text>
    <Button component="a" href="/client/export" download="waymark-data.json" variant="default">
      {words.button}
    </Button>
  </Panel>
)
