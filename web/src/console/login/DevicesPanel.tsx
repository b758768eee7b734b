/** Notifications to the person's devices, even while the console is closed. */
import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { ConsoleStaffDevice } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { DeviceSwitch } from '../../shared/app/DeviceSwitch.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Failure } from '../../shared/feedback/Notice.tsx'
import classes from '../../shared/forms/Setting.module.css'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words as all } from '../../shared/texts/console.ts'
import { useMe } from '../session.ts'
import { forgetDevice, knownDevice, subscribeHere, type Topic } from './device.ts'

const words = all.login.devices
const topics = Object.keys(words.topics) as readonly Topic[]

export function DevicesPanel() {
  const devices = useOperation('getConsoleDevices', undefined)
  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.explain}
      </Text>
      <Loaded query={devices}>{(found) => <Devices devices={found} />}</Loaded>
    </Panel>
  )
}

function Devices({ devices }: { devices: readonly ConsoleStaffDevice[] }) {
  const { person } = useMe()
  const [wanted, setWanted] = useState(topics)
  const changing = useChange('patchConsoleDevicesById')
  // If it was removed from the list, or by the push service, it is off.
  const here = devices.find(({ id }) => id === knownDevice()?.id)
  const chosen = here ? topics.filter((topic) => here.topics.includes(topic)) : wanted
  const choose = (topic: Topic, isOn: boolean) => {
    const next = topics.filter((one) => (one === topic ? isOn : chosen.includes(one)))
    if (here) changing.mutate({ params: { id: here.id }, body: { topics: next } })
    else setWanted(next)
  }
  const others = devices.filter((device) => device !== here)
  return (
    <>
      {topics.map((topic) => (
        <Checkbox
          key={topic}
          mb="xs"
          label={words.topics[topic]}
          checked={chosen.includes(topic)}
          disabled={changing.isPending}
          onChange={({ currentTarget }) => choose(topic, currentTarget.checked)}
        />
      ))}
      <Failure error={changing.error} />
      <DeviceSwitch
        isOn={here !== undefined}
        turn={(isWanted) => (isWanted ? subscribeHere(person.id, wanted) : forgetDevice())}
      />
      {others.length > 0 && (
        <ul className={classes.rows} style={{ marginTop: '1rem' }}>
          {others.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </>
  )
}

function DeviceRow({ device }: { device: ConsoleStaffDevice }) {
  const removing = useChange('deleteConsoleDevicesById')
  const named = topics.filter((topic) => device.topics.includes(topic)).map((topic) => words.topics[topic])
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={550}>{device.name}</Text>
        <Text size="sm" c="dimmed">
          {named.join(', ') || words.none}
        </Text>
        {device.last_failure !== null && (
          <Text size="sm" c="dimmed">
            {words.failing}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={words.removeLabel(device.name)}
        loading={removing.isPending}
        onClick={() => removing.mutate({ params: { id: device.id } })}
      >
        {words.remove}
      </Button>
      <Failure error={removing.error} />
    </li>
  )
}
