import type { Problem } from '#api/problem.ts'
import type { ResourceLabels } from '#web/resource/resource.ts'
import { receivedBodyText } from '#web/session/problem-message.ts'
import './unreadable-details.css'

interface UnreadableDetailsProps {
  resource: Pick<ResourceLabels, 'expected' | 'request'>
  problem: Extract<Problem, { kind: 'unreadable' }>
}

/** What was expected in place of a response that cannot be read, and what came. */
export function UnreadableDetails({ resource: { expected, request }, problem }: UnreadableDetailsProps) {
  return (
    <>
      <dl className="expected">
        <dt>Expected</dt>
        <dd>{expected}</dd>
        <dt>Received</dt>
        <dd>{receivedBodyText(problem)}</dd>
        <dt>Stopped at</dt>
        <dd>{problem.at.join(', ')}</dd>
        {problem.received.form === 'html' && problem.received.begins !== '' && (
          <>
            <dt>Begins with</dt>
            <dd>
              <code>{problem.received.begins}</code>
            </dd>
          </>
        )}
        <dt>Request</dt>
        <dd>
          <code>{request}</code>
        </dd>
      </dl>
      <p className="hint">A gateway or a wrong address often responds like this. The address is on the Service page.</p>
    </>
  )
}
