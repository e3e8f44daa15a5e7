import './skeleton.css'

/** Placeholder rows of the real size, while the first list loads. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="panel skeletons" aria-hidden="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i}>
          <i className="skel w2" />
          <i className="skel round" />
          <i className="skel w1" />
          <i className="skel w3" />
          <i className="skel w4" />
        </div>
      ))}
    </div>
  )
}
