/** The dealer as its clients see it. Texts are the dealer's own; only web addresses become links. */
import { Anchor, Text } from '@mantine/core'
import { webAddress } from '../router/addresses.ts'
import { texts } from '../texts/texts.ts'
import classes from './CompanyCard.module.css'

const words = texts.client.company

export interface Company {
  readonly name: string
  readonly address?: string | null
  readonly marketing_info?: {
    readonly phones?: readonly string[]
    readonly schedule?: string
    readonly about?: string
    readonly working_days?: readonly number[]
    readonly website?: string | null
    readonly email?: string | null
  } | null
}

export function CompanyCard({
  company,
  brand,
  isNamed = true,
}: {
  company: Company
  /** False if the name is already above it. */
  isNamed?: boolean
  brand?: { readonly logo: string | null } | undefined
}) {
  const { phones = [], schedule, working_days = [], about, website, email } = company.marketing_info ?? {}
  const days = working_days.map((day) => words.days[day - 1]).filter(Boolean)
  const hours = [days.join(', '), schedule].filter(Boolean).join(' · ')
  const site = webAddress(website)
  return (
    <div className={classes.card}>
      {brand?.logo && <img src={brand.logo} alt="" className={classes.logo} />}
      {isNamed && <Text fw={650}>{company.name}</Text>}
      {about && (
        <Text size="sm" c="dimmed" className={classes.about}>
          {about}
        </Text>
      )}
      <dl className={classes.facts}>
        {phones.length > 0 && (
          <Fact name={words.phone}>
            {phones.map((phone) => (
              <Anchor key={phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                {phone}
              </Anchor>
            ))}
          </Fact>
        )}
        {email && (
          <Fact name={words.email}>
            <Anchor href={`mailto:${encodeURIComponent(email)}`}>{email}</Anchor>
          </Fact>
        )}
        {site && (
          <Fact name={words.website}>
            <Anchor href={site} target="_blank" rel="noopener noreferrer">
              {website}
            </Anchor>
          </Fact>
        )}
        {company.address && <Fact name={words.address}>{company.address}</Fact>}
        {hours && <Fact name={words.hours}>{hours}</Fact>}
      </dl>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
