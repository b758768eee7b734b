/** An email was sent; only the link in it continues. */
import { Anchor, Text } from '@mantine/core'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { texts } from '../../shared/texts/texts.ts'

const words = texts.client.activation

export const SentPage = ({ to, again }: { to: string; again: () => void }) => (
  <AuthLayout title={words.sentTitle} explain={words.sent(to)}>
    <Text size="sm" c="dimmed">
      {words.notCome}
    </Text>
    <Anchor component="button" type="button" size="sm" onClick={again}>
      {words.again}
    </Anchor>
  </AuthLayout>
)
