/** Notifications on this phone or computer: on and off, and what the browser needs for it. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Channel, Me } from '../types.ts'
import { forgetDevice, knownDevice, lackingHere, NotAllowed, subscribeHere } from './device.ts'

const words = texts.notifications.device

export function DevicePanel({ me, channels }: { me: Me; channels: readonly Channel[] | undefined }) {
  const turning = useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? subscribeHere(me.user.id) : forgetDevice()),
  })
  if (me.session.kind !== 'client') return null
  const lacking = lackingHere()
  // Removed from the list of channels, or by the push service, it is off.
  const isOn = channels?.some(({ id }) => id === knownDevice()?.channel) ?? false
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed">
        {isOn ? words.isOn : words.explain}
      </Text>
      {lacking === 'home' && (
        <Notice tone="quiet" title={words.homeTitle}>
          <ol>
            {words.homeSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Notice>
      )}
      {lacking === 'all' && <Text size="sm">{words.lacking}</Text>}
      {turning.error instanceof NotAllowed ? (
        <Notice tone="warning">{words.denied}</Notice>
      ) : (
        <Failure error={turning.error} />
      )}
      {lacking === 'nothing' && (
        <div>
          <Button
            mt="xs"
            variant={isOn ? 'default' : 'filled'}
            loading={turning.isPending}
            onClick={() => turning.mutate(!isOn)}
          >
            {isOn ? words.turnOff : words.turnOn}
          </Button>
        </div>
      )}
    </Panel>
  )
}
