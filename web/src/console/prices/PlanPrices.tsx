/** The prices of a plan: current, upcoming, and a form for new ones. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PlanPrice } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Form, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { words } from '../../shared/texts/console.ts'
import { SidePanel } from '../blocks/Dialog.tsx'
import { toast, toastResult } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import { PriceListFields } from './PriceListFields.tsx'
import { PriceLines, PriceVersions } from './PriceVersions.tsx'
import { listOf, today, typedList } from './price.ts'

const texts = words.prices

export function PlanPrices({ planId }: { planId: string }) {
  const may = useMay()
  const [isEditing, setIsEditing] = useState(false)
  const prices = useOperation('getConsoleClientPlansByIdPrices', { id: planId })
  const remove = useChange('deleteConsoleClientPlansByIdPricesByPriceId')
  const removeIt = ({ id }: PlanPrice) =>
    toastResult(remove.mutateAsync({ params: { id: planId, price_id: id } }), texts.removed)
  const all = prices.data ?? []
  return (
    <Panel
      title={texts.title}
      aside={
        may('manage') &&
        prices.data && (
          <Button variant="default" size="xs" onClick={() => setIsEditing(true)}>
            {all.length === 0 ? texts.set : texts.change}
          </Button>
        )
      }
    >
      <Loaded query={prices}>
        {(found) =>
          found.length === 0 ? (
            <p style={{ margin: 0 }}>{texts.none}</p>
          ) : (
            <>
              <p style={{ marginTop: 0 }}>{texts.text}</p>
              <PriceVersions
                versions={found}
                show={(version) => <PriceLines list={version} />}
                remove={(version) => void removeIt(version)}
              />
            </>
          )
        }
      </Loaded>
      <SidePanel title={texts.title} isOpen={isEditing} close={() => setIsEditing(false)} isWide>
        <EditPrices planId={planId} last={all[0]} close={() => setIsEditing(false)} />
      </SidePanel>
    </Panel>
  )
}

interface EditProps {
  readonly planId: string
  /** New prices start as a copy of the newest ones. */
  readonly last: PlanPrice | undefined
  close(): void
}

function EditPrices({ planId, last, close }: EditProps) {
  const save = useChange('putConsoleClientPlansByIdPrices')
  const form = useForm({
    start: () => ({ valid_from: today(), list: typedList(last, 'eur') }),
    judge: ({ valid_from, list }) => ({
      valid_from: valid_from ? undefined : words.form.missing,
      list: listOf(list) ? undefined : words.form.missing,
    }),
    send: async ({ valid_from, list }) => {
      await save.mutateAsync({ params: { id: planId }, body: { valid_from, ...listOf(list)! } })
      close()
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} act={texts.form.act} cancel={close}>
      <ValidFrom
        value={form.values.valid_from}
        error={form.faultOf('valid_from')}
        onChange={(day) => form.set('valid_from', day)}
      />
      <PriceListFields list={form.values.list} isTried={form.isTried} onChange={(list) => form.set('list', list)} />
    </Form>
  )
}

interface ValidFromProps {
  readonly value: string
  readonly error: string | undefined
  onChange(day: string): void
}

export const ValidFrom = ({ value, error, onChange }: ValidFromProps) => (
  <TextInput
    type="date"
    label={texts.form.validFrom}
    description={texts.form.validFromHint}
    required
    error={error}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    style={{ maxWidth: '14rem' }}
  />
)
