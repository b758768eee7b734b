/** Turns notifications on this phone or computer on and off, and says what the browser needs for them. */
import { Box, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure, Notice } from '../feedback/Notice.tsx'
import { texts } from '../texts/texts.ts'
import { lackingHere, NotAllowed, NotOffered } from './device.ts'

const words = texts.notifications.device

interface DeviceSwitchProps {
  readonly isOn: boolean
  turn(isWanted: boolean): Promise<void>
}

export function DeviceSwitch({ isOn, turn }: DeviceSwitchProps) {
  const turning = useMutation({ mutationFn: turn })
  const lacking = lackingHere()
  return (
    <Box mt="xs">
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
      {turning.error instanceof NotAllowed && <Notice tone="warning">{words.denied}</Notice>}
      {turning.error instanceof NotOffered && <Notice tone="warning">{words.notOffered}</Notice>}
      {!(turning.error instanceof NotAllowed || turning.error instanceof NotOffered) && (
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
    </Box>
  )
}
