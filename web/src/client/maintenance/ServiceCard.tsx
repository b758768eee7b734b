/** A service of a unit: how urgent it is, and what can be done about it. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { State } from '../../shared/State.tsx'
import { SureButton } from '../../shared/SureButton.tsx'
import { texts } from '../../shared/texts/texts.ts'
import cards from '../Cards.module.css'
import { change } from '../client-api.ts'
import { DoneForm } from './DoneForm.tsx'
import { everyOf, leftOf } from './due.ts'
import { HistoryList } from './HistoryList.tsx'
import type { DueState, Service } from './maintenance-api.ts'
import { ServiceForm } from './ServiceForm.tsx'

const words = texts.maintenance
const tones: Readonly<Record<DueState, 'good' | 'warning' | 'bad'>> = {
  ok: 'good',
  soon: 'warning',
  due: 'bad',
  overdue: 'bad',
}

interface ServiceCardProps {
  readonly service: Service
  readonly unitName: string
  reload(): Promise<void>
}

type Open = 'done' | 'history' | 'edit'

export function ServiceCard({ service, unitName, reload }: ServiceCardProps) {
  const [open, setOpen] = useState<Open>()
  const title = `${service.name}, ${unitName}`
  const finish = async () => {
    await reload()
    setOpen(undefined)
  }
  const button = (what: Open, label: string) => (
    <Button
      variant="default"
      size="xs"
      aria-expanded={open === what}
      aria-label={`${label}: ${title}`}
      onClick={() => setOpen(open === what ? undefined : what)}
    >
      {label}
    </Button>
  )
  return (
    <li className={cards.card} aria-label={title}>
      <div className={cards.head}>
        <div className={cards.title}>
          <Text fw={600}>{service.name}</Text>
          <Text size="sm">{unitName}</Text>
        </div>
        <State tone={tones[service.state]}>{words.states[service.state]}</State>
      </div>
      <Text size="sm" c="dimmed">
        {`${leftOf(service)} · ${everyOf(service)}`}
      </Text>
      <div className={cards.buttons}>
        {button('done', words.noteDone)}
        {button('history', words.history)}
        {button('edit', words.edit)}
        <SureButton
          label={words.remove}
          of={title}
          effect={words.removeEffect}
          sure={words.removeSure}
          act={async () => {
            await change('DELETE', `/services/${service.id}`)
            await reload()
          }}
        />
      </div>
      {open === 'done' && <DoneForm service={service} onDone={finish} cancel={() => setOpen(undefined)} />}
      {open === 'history' && <HistoryList service={service.id} />}
      {open === 'edit' && (
        <ServiceForm
          label={`${words.edit}: ${title}`}
          service={service}
          save={async (plan) => {
            await change('PATCH', `/services/${service.id}`, plan)
            await finish()
          }}
          cancel={() => setOpen(undefined)}
        />
      )}
    </li>
  )
}
