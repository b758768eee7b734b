/** Moving one or many units to another client, with or without their messages so far. */
import { Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { runBulk } from '../blocks/bulk.tsx'
import { ClientPicker } from '../blocks/ClientPicker.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { toast } from '../blocks/toasts.tsx'
import { hasTracker } from './unit.ts'
import classes from './units.module.css'

const { create, move: texts } = words.units

export interface Movable {
  readonly id: number
  readonly name: string
  readonly app_id: string
  readonly type?: string | null
}

interface Choice {
  readonly account_id: number
  readonly with_history: boolean
}

interface Asked {
  readonly units: readonly Movable[]
  /** Undefined: cancelled. */
  answer(choice: Choice | undefined): void
}

/** `move` returns the new ids; undefined: nothing was done. */
export function useMoving(): {
  move(units: readonly Movable[]): Promise<readonly number[] | undefined>
  readonly dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  const ask = (units: readonly Movable[]) =>
    new Promise<Choice | undefined>((resolve) =>
      setAsked({
        units,
        answer: (choice) => {
          setAsked(undefined)
          resolve(choice)
        },
      }),
    )
  const move = async (all: readonly Movable[]) => {
    const units = all.filter((unit) => hasTracker({ type: unit.type ?? null }))
    if (units.length === 0) {
      toast(texts.noneFit, { tone: 'quiet' })
      return undefined
    }
    const choice = await ask(units)
    if (!choice) return undefined
    const moved: number[] = []
    await runBulk({
      title: texts.moving,
      items: units,
      nameOf: ({ name }) => name,
      act: async ({ id }) => moved.push((await call('postConsoleUnitsByIdMove', { id }, choice)).id),
    })
    return moved
  }
  const dialog = (
    <Dialog
      title={texts.title(asked?.units.length ?? 1)}
      isOpen={asked !== undefined}
      close={() => asked?.answer(undefined)}
    >
      {asked && <MoveForm {...asked} />}
    </Dialog>
  )
  return { move, dialog }
}

const choices = ['with', 'without'] as const

function MoveForm({ units, answer }: Asked) {
  const apps = new Set(units.map(({ app_id }) => app_id))
  const form = useForm({
    start: { account_id: null as number | null, history: 'with' as (typeof choices)[number] },
    judge: ({ account_id }) => ({ account_id: account_id === null ? words.form.missing : undefined }),
    send: async ({ account_id, history }) =>
      answer({ account_id: account_id as number, with_history: history === 'with' }),
  })
  const { account_id, history } = form.values
  return (
    <Form form={form} act={texts.act} cancel={() => answer(undefined)}>
      <ClientPicker
        label={texts.client}
        hint={create.clientHint}
        value={account_id}
        onChange={(id) => form.set('account_id', id)}
        error={form.faultOf('account_id')}
        filter={apps.size === 1 ? { app_id: [...apps][0] as string } : {}}
        isRequired
      />
      <Radio.Group
        label={texts.history}
        value={history}
        onChange={(value) => form.set('history', value as typeof history)}
      >
        <div className={classes.stack}>
          {choices.map((one) => (
            <Radio key={one} value={one} label={texts.choices[one]} description={texts.hints[one]} />
          ))}
        </div>
      </Radio.Group>
      <p className={classes.line}>{texts.stays}</p>
    </Form>
  )
}
