"""Processes as the system has them: started, counted, looked for in /proc, ended with their kin."""
