import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import { type Brand, noBrand } from './brand.ts'
import type { Company, CompanyChange, InvoiceSettings, MarketingInfo, PaymentInfoChange, Standing } from './company.ts'

const columns = [
  'dealerId',
  'name',
  'address',
  'latitude',
  'longitude',
  'countryCode',
  'marketingInfo',
  'approved',
  'pending',
  'createdAt',
  'updatedAt',
] as const

export async function insert(
  db: Db,
  dealer: number,
  name: string,
  marketingInfo: MarketingInfo,
  now: Date,
): Promise<void> {
  const times = { createdAt: now, updatedAt: now }
  await db
    .insertInto('companies')
    .values({ dealerId: dealer, name, marketingInfo: JSON.stringify(marketingInfo), ...times })
    .execute()
  await db
    .insertInto('paymentInfos')
    .values({ dealerId: dealer, address: '{}', ...times })
    .execute()
}

export const find = (db: Db, dealer: number): Promise<Company | undefined> =>
  db.selectFrom('companies').select(columns).where('dealerId', '=', dealer).executeTakeFirst() as Promise<
    Company | undefined
  >

/** Profiles with a pending change, and new ones that no one has reviewed. */
export const listWaiting = (db: Db): Promise<Company[]> =>
  db
    .selectFrom('companies')
    .select(columns)
    .where((eb) => eb.or([eb('pending', 'is not', null), eb('approved', '=', false)]))
    .orderBy('updatedAt')
    .execute() as unknown as Promise<Company[]>

/** Approved companies that have a position and want to be found; by name. */
export const listShown = (db: Db, most: number): Promise<Company[]> =>
  db
    .selectFrom('companies')
    .innerJoin('dealers', 'dealers.id', 'companies.dealerId')
    .select(columns.map((column) => `companies.${column}` as const))
    .where('companies.approved', '=', true)
    .where(sql<boolean>`(marketing_info ->> 'shown')::boolean`)
    .where('companies.latitude', 'is not', null)
    .where('companies.longitude', 'is not', null)
    .where('dealers.suspendedAt', 'is', null)
    .orderBy(sql`lower(companies.name)`)
    .orderBy('companies.dealerId')
    .limit(most)
    .execute() as unknown as Promise<Company[]>

export const findForUpdate = (db: Db, dealer: number): Promise<Company | undefined> =>
  db.selectFrom('companies').select(columns).where('dealerId', '=', dealer).forUpdate().executeTakeFirst() as Promise<
    Company | undefined
  >

export const save = (db: Db, company: Company): Promise<Company> =>
  db
    .updateTable('companies')
    .set({
      name: company.name,
      address: company.address,
      latitude: company.latitude,
      longitude: company.longitude,
      countryCode: company.countryCode,
      marketingInfo: JSON.stringify(company.marketingInfo),
      approved: company.approved,
      pending: company.pending && JSON.stringify(company.pending satisfies CompanyChange),
      updatedAt: company.updatedAt,
    })
    .where('dealerId', '=', company.dealerId)
    .returning(columns)
    .executeTakeFirstOrThrow() as unknown as Promise<Company>

export const findSourceNetworks = async (db: Db, dealer: number): Promise<readonly string[]> =>
  (await db.selectFrom('companies').select('sourceNetworks').where('dealerId', '=', dealer).executeTakeFirstOrThrow())
    .sourceNetworks

/** Trackers of its units may be connected now, so every gateway checks them again. */
export async function saveSourceNetworks(db: Db, dealer: number, networks: readonly string[]): Promise<void> {
  await db
    .updateTable('companies')
    .set({ sourceNetworks: [...networks] })
    .where('dealerId', '=', dealer)
    .execute()
  await sql`select pg_notify('units', '')`.execute(db)
}

export const findPaymentInfo = (db: Db, dealer: number) =>
  db.selectFrom('paymentInfos').selectAll().where('dealerId', '=', dealer).executeTakeFirst()

export type PaymentInfo = NonNullable<Awaited<ReturnType<typeof findPaymentInfo>>>

export const findPaymentInfoForUpdate = (db: Db, dealer: number): Promise<PaymentInfo | undefined> =>
  db.selectFrom('paymentInfos').selectAll().where('dealerId', '=', dealer).forUpdate().executeTakeFirst()

export async function savePaymentInfo(db: Db, dealer: number, change: PaymentInfoUpdate): Promise<PaymentInfo> {
  const { address, ...rest } = change
  return db
    .updateTable('paymentInfos')
    .set({ ...rest, ...(address && { address: JSON.stringify(address) }) })
    .where('dealerId', '=', dealer)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type PaymentInfoUpdate = Omit<PaymentInfoChange, 'address'> & {
  readonly address?: object
  readonly verified: boolean
  readonly updatedAt: Date
}

/** Complete but not verified, oldest first. Without a name and an address there is nothing to verify yet. */
export const listUnverified = (db: Db) =>
  db
    .selectFrom('paymentInfos')
    .innerJoin('dealers', 'dealers.id', 'paymentInfos.dealerId')
    .selectAll('paymentInfos')
    .select('dealers.name as dealerName')
    .where('verified', '=', false)
    .where('paymentInfos.name', 'is not', null)
    .orderBy('paymentInfos.updatedAt')
    .execute()

export async function setVerified(db: Db, dealer: number, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('paymentInfos')
    .set({ verified: true, agreement: true, updatedAt: now })
    .where('dealerId', '=', dealer)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function setInvoicing(
  db: Db,
  dealer: number,
  when: { readonly calculatedAt: Date; readonly invoicedAt?: Date },
): Promise<void> {
  await db.updateTable('paymentInfos').set(when).where('dealerId', '=', dealer).execute()
}

export async function findInvoiceSettings(db: Db, dealer: number): Promise<InvoiceSettings> {
  const columns = [
    'timeZone',
    'invoicePrefix as prefix',
    'invoiceTermsDays as termsDays',
    'invoiceNote as note',
    'allowsPartPayments',
    'invoiceIban as iban',
    'invoiceBic as bic',
    'invoiceAccountHolder as accountHolder',
  ] as const
  return db.selectFrom('paymentInfos').select(columns).where('dealerId', '=', dealer).executeTakeFirstOrThrow()
}

export const saveInvoiceSettings = (db: Db, dealer: number, settings: InvoiceSettings) =>
  db
    .updateTable('paymentInfos')
    .set({
      timeZone: settings.timeZone,
      invoicePrefix: settings.prefix,
      invoiceTermsDays: settings.termsDays,
      invoiceNote: settings.note,
      allowsPartPayments: settings.allowsPartPayments,
      invoiceIban: settings.iban,
      invoiceBic: settings.bic,
      invoiceAccountHolder: settings.accountHolder,
    })
    .where('dealerId', '=', dealer)
    .execute()

export async function standing(db: Db, dealer: number): Promise<Standing> {
  const row = await db
    .selectFrom('companies')
    .innerJoin('paymentInfos', 'paymentInfos.dealerId', 'companies.dealerId')
    .select(['approved', 'verified', 'agreement'])
    .where('companies.dealerId', '=', dealer)
    .executeTakeFirst()
  return { isApproved: row?.approved ?? false, isVerified: (row?.verified && row.agreement) ?? false }
}

export const findBrand = async (db: Db, dealer: number): Promise<Brand> =>
  (await db
    .selectFrom('brands')
    .select(['logo', 'colour', 'senderName', 'appName', 'icon', 'imprintUrl', 'privacyUrl', 'termsUrl', 'helpUrl'])
    .where('dealerId', '=', dealer)
    .executeTakeFirst()) ?? noBrand

export async function saveBrand(db: Db, dealer: number, brand: Brand, now: Date): Promise<Brand> {
  const row = { ...brand, updatedAt: now }
  await db
    .insertInto('brands')
    .values({ dealerId: dealer, ...row })
    .onConflict((oc) => oc.column('dealerId').doUpdateSet(row))
    .execute()
  return brand
}
