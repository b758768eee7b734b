/** A service of a unit: how urgent it is, and its actions. */

import { Text } from '@mantine/core'
import { useState } from 'react'
import { change } from '../../api/queries.ts'
import { State, type Tone } from '../../shared/feedback/State.tsx'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { texts } from '../../shared/texts/texts.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { useMay } from '../blocks/May.tsx'
import { DoneForm } from './DoneForm.tsx'
import { everyOf, leftOf, type Service } from './due.ts'
import { HistoryList } from './HistoryList.tsx'
import { ServiceForm } from './ServiceForm.tsx'

const words = texts.maintenance
const tones: Readonly<Record<string, Tone>> = { ok: 'good', soon: 'warning', due: 'bad', overdue: 'bad' }
const states: Readonly<Record<string, string>> = words.states

type Open = 'done' | 'history' | 'edit'

export function ServiceCard({ service, unitName }: { service: Service; unitName: string }) {
  const mayArrange = useMay('arrange')
  const [open, setOpen] = useState<Open>()
  const title = `${service.name}, ${unitName}`
  const close = () => setOpen(undefined)
  const button = (what: Open, label: string) => (
    <CardButton
      label={label}
      of={title}
      isExpanded={open === what}
      onClick={() => setOpen(open === what ? undefined : what)}
    />
  )
  return (
    <li className={cards.card} aria-label={title}>
      <div className={cards.main}>
        <div className={cards.head}>
          <Text fw={600} className={cards.title}>
            {service.name} <span className={cards.of}>{unitName}</span>
          </Text>
          <State tone={tones[service.state] ?? 'quiet'}>{states[service.state] ?? service.state}</State>
        </div>
        <Text size="sm" c="dimmed">
          {`${leftOf(service)} · ${everyOf(service)}`}
        </Text>
      </div>
      <div className={cards.buttons}>
        {mayArrange && button('done', words.noteDone)}
        {button('history', words.history)}
        {mayArrange && button('edit', words.edit)}
        {mayArrange && (
          <ConfirmButton
            label={words.remove}
            of={title}
            effect={words.removeEffect}
            sure={words.removeSure}
            act={() => change('deleteClientServicesById', { id: service.id })}
          />
        )}
      </div>
      {open === 'done' && <DoneForm service={service} close={close} />}
      {open === 'history' && <HistoryList service={service.id} />}
      {open === 'edit' && (
        <ServiceForm
          label={`${words.edit}: ${title}`}
          service={service}
          save={async (plan) => {
            await change('patchClientServicesById', { id: service.id }, plan)
            close()
          }}
          cancel={close}
        />
      )}
    </li>
  )
}
