/** The client's profile: for invoices, emails and the team's own notes. */
import type { ClientProfile } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Form, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { Facts } from '../../blocks/layout.tsx'
import { toast } from '../../blocks/toasts.tsx'
import { useMay } from '../../session.ts'
import type { ClientProps } from '../client.ts'
import {
  ContactFields,
  InvoiceFields,
  type ProfileValues,
  profileFaults,
  profileOf,
  serverNames,
  valuesOf,
} from '../profile-fields.tsx'

const texts = words.profile

export function ProfileTab({ account }: ClientProps) {
  const may = useMay()
  const profile = useOperation('getConsoleAccountsByIdProfile', { id: account.id })
  return (
    <Panel>
      <Loaded query={profile} height={320}>
        {(found) =>
          may('bills') ? <ProfileForm accountId={account.id} profile={found} /> : <Facts facts={read(found)} />
        }
      </Loaded>
    </Panel>
  )
}

/** For those who may not change it. */
const read = ({ address, ...profile }: ClientProfile): readonly (readonly [string, string])[] =>
  [
    [texts.company, profile.company],
    [texts.contact, profile.contact],
    [texts.email, profile.email],
    [texts.phone, profile.phone],
    [texts.taxNumber, profile.tax_number],
    [texts.line1, address.line1],
    [texts.city, [address.postal_code, address.city].filter(Boolean).join(' ') || null],
    [texts.country, address.country],
    [texts.notes, profile.notes],
  ].map(([title, value]) => [title ?? '', value ?? words.times.none])

function ProfileForm({ accountId, profile }: { accountId: number; profile: ClientProfile }) {
  const save = useChange('putConsoleAccountsByIdProfile')
  const form = useForm<ProfileValues>({
    start: valuesOf(profile),
    serverNames,
    judge: profileFaults,
    send: async (values) => {
      await save.mutateAsync({ params: { id: accountId }, body: profileOf(values) })
      toast(texts.saved)
    },
  })
  return (
    <Form form={form} act={texts.act}>
      <p style={{ margin: 0 }}>{texts.text}</p>
      <ContactFields form={form} />
      <InvoiceFields form={form} />
    </Form>
  )
}
