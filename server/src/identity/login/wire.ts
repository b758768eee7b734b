import Type from 'typebox'
import { Nullable, Time } from '#kernel/api/fields.ts'

/** A person's session in their own list of sessions. */
export const sessionShape = <const Title extends string>(title: Title) =>
  Type.Object(
    {
      id: Type.String(),
      created_at: Time,
      last_used_at: Time,
      expires_at: Time,
      address: Nullable(Type.String({ example: '192.0.2.17' })),
      agent: Nullable(
        Type.String({ example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0', description: 'User agent.' }),
      ),
      current: Type.Boolean({ description: 'The current session.' }),
    },
    { title },
  )

export const sessionToWire = <Session extends { readonly id: string }>(session: Session, current: string) => ({
  ...session,
  current: session.id === current,
})
