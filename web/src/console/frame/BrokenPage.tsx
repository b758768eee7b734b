import { Button } from '@mantine/core'
import { WarningIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { Empty } from '../blocks/layout.tsx'

export const BrokenPage = () => (
  <Empty
    icon={<WarningIcon />}
    title={words.frame.failedTitle}
    action={<Button onClick={() => window.location.reload()}>{words.frame.reload}</Button>}
  >
    {words.frame.failed}
  </Empty>
)
