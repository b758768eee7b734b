export interface Setup {
  readonly manufacturer: string
  readonly model: string
  readonly protocol: string
  readonly host: string
  readonly ip: string
  readonly port: number
  readonly any_port: number
  readonly texts: readonly { readonly what: string; readonly sms: string }[]
}

export interface Connection {
  readonly at: number
  readonly event: 'login' | 'refused' | 'closed'
  readonly connected_at: number | null
  readonly peer: string
  readonly protocol: string
  readonly tls: boolean
  readonly reason: string | null
}
