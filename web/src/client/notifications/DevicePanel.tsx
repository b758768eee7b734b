/** Notifications on this phone or computer. */
import { Text } from '@mantine/core'
import { DeviceSwitch } from '../../shared/app/DeviceSwitch.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { texts } from '../../shared/texts/texts.ts'
import type { Channel, Me } from '../types.ts'
import { forgetDevice, knownDevice, subscribeHere } from './device.ts'

const words = texts.notifications.device

export function DevicePanel({ me, channels }: { me: Me; channels: readonly Channel[] | undefined }) {
  if (me.session.kind !== 'client') return null
  // If it was removed from the list of channels, or by the push service, it is off.
  const isOn = channels?.some(({ id }) => id === knownDevice()?.id) ?? false
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed">
        {isOn ? words.isOn : words.explain}
      </Text>
      <DeviceSwitch isOn={isOn} turn={(isWanted) => (isWanted ? subscribeHere(me.user.id) : forgetDevice())} />
    </Panel>
  )
}
