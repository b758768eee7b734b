import { Button } from '@mantine/core'
import { words } from '../../shared/texts/console.ts'
import { Empty } from '../blocks/layout.tsx'
import { WarningIcon } from '../icons.tsx'

export const BrokenPage = () => (
  <Empty
    icon={<WarningIcon />}
    title={words.frame.failedTitle}
    action={<Button onClick={() => window.location.reload()}>{words.frame.reload}</Button>}
  >
    {words.frame.failed}
  </Empty>
)
