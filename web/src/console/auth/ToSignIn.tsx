import { Anchor } from '@mantine/core'
import { words } from '../../shared/texts/console.ts'

export const ToSignIn = () => (
  <Anchor href="/console" size="sm">
    {words.entrance.toSignIn}
  </Anchor>
)
