import Type, { type Static } from 'typebox'
import { exact, like, Nullable, oneLine, visibleLine } from '#kernel/api/fields.ts'
import { type ClientProfile, emptyProfile, noAddress } from './client-profile.ts'

const line = (max: number, example: string | null = null) => Nullable(visibleLine(1, max, example ? { example } : {}))
const Country = Nullable(
  Type.String({ pattern: '^[A-Z]{2}$', example: 'LT', meaning: 'a country code of two upper-case letters' }),
)

const address = {
  line1: line(200, 'Harbour 1'),
  line2: like(line(200), null),
  postal_code: line(20, '91001'),
  city: line(200, 'Klaipeda'),
  state: like(line(200), null),
  country: Country,
}

const fields = {
  email: Nullable(
    Type.String({
      ...{
        maxLength: 200,
        pattern: '^[^@\\s]+@[^@\\s]+$',
        example: 'accounts@example.com',
        meaning: 'an email address',
      },
    }),
  ),
  company: line(200, 'Baltic Freight'),
  contact: line(200, 'Ona Petraitis'),
  phone: line(50, '+370 600 00000'),
  tax_number: line(50, 'LT100001234567'),
  is_reverse_charge: Type.Boolean({ example: false, description: 'The client owes the tax itself.' }),
  lang: Nullable(Type.String({ pattern: '^[a-z]{2}$', example: 'en', meaning: 'a language code of two letters' })),
  notes: Nullable(Type.String({ maxLength: 5000, example: 'Call before 10.' })),
  tags: Type.Array(oneLine(1, 50, { example: 'freight' }), { maxItems: 50 }),
}

export const ProfileBody = exact({ ...fields, address: exact(address) })
export const ProfileShape = Type.Object({ ...fields, address: Type.Object(address) }, { title: 'ClientProfile' })

/** The same for a client that is being created: fields left out are not known yet. */
const closed = { additionalProperties: false }
export const NewProfileBody = Type.Partial(
  Type.Object({ ...fields, address: Type.Partial(Type.Object(address), closed) }),
  closed,
)

export const toNewProfile = ({ address, ...body }: Static<typeof NewProfileBody>): ClientProfile => {
  const { taxNumber: tax_number, isReverseCharge: is_reverse_charge, tags, ...rest } = emptyProfile
  const filled = { ...rest, tax_number, is_reverse_charge, tags: [...tags], ...body }
  return toProfile({ ...filled, address: { ...noAddress, ...address } })
}

export const toProfile = ({
  tax_number,
  is_reverse_charge,
  tags,
  ...body
}: Static<typeof ProfileBody>): ClientProfile => ({
  ...body,
  taxNumber: tax_number,
  isReverseCharge: is_reverse_charge,
  tags: [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))],
})

export const toWire = ({ taxNumber, isReverseCharge, ...profile }: ClientProfile) => ({
  ...profile,
  tax_number: taxNumber,
  is_reverse_charge: isReverseCharge,
})
